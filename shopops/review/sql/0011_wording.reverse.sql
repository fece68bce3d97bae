DROP POLICY wording_app ON review_wordingversion;
DROP TRIGGER append_only ON review_wordingversion;
ALTER TABLE review_wordingversion
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT wording_tenant,
    DROP CONSTRAINT wording_version_positive,
    DROP CONSTRAINT wording_body_object,
    DROP CONSTRAINT wording_author_of_tenant;
