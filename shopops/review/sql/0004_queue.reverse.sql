DROP POLICY saved_view_app ON review_savedview;
ALTER TABLE review_savedview
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT saved_view_has_a_name,
    DROP CONSTRAINT saved_view_owner_of_tenant;
DROP TRIGGER queue_follows ON proposals_proposal;
DROP FUNCTION review_queue_follow();
DROP FUNCTION review_queue_rows(proposals_proposal, timestamptz);
DROP POLICY queue_entry_app ON review_queueentry;
ALTER TABLE review_queueentry
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT queue_entry_of_tenant;
