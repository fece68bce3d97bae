DROP POLICY kept_answer_app ON api_keptanswer;
ALTER TABLE api_keptanswer
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT kept_answer_whole,
    DROP CONSTRAINT kept_answer_hash_length,
    DROP CONSTRAINT kept_answer_token_of_tenant;
