-- What was collected, proposed and judged stays as it was written.

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposals_pack
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposals_evidence
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposals_evidencelink
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposals_verdict
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON proposals_proposal
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON proposals_action
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();

ALTER TABLE proposals_pack ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE proposals_evidence ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE proposals_evidencelink ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE proposals_verdict ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE proposals_proposal ENABLE ALWAYS TRIGGER kept;
ALTER TABLE proposals_action ENABLE ALWAYS TRIGGER kept;
