DROP TRIGGER confirmed_once ON review_bulkrun;
DROP FUNCTION review_run_confirmed_once();
DROP POLICY bulk_item_app ON review_bulkitem;
DROP POLICY bulk_run_app ON review_bulkrun;
DROP POLICY presence_app ON review_presence;
ALTER TABLE review_bulkitem
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT bulk_item_proposal_of_tenant,
    DROP CONSTRAINT bulk_item_run_of_tenant,
    DROP CONSTRAINT bulk_item_handle,
    DROP CONSTRAINT bulk_item_refusal;
ALTER TABLE review_bulkrun
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT bulk_run_person_of_tenant,
    DROP CONSTRAINT bulk_run_kind;
ALTER TABLE review_presence
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT presence_person_of_tenant;
