DROP TRIGGER kept ON proposals_action;
DROP TRIGGER kept ON proposals_proposal;
DROP TRIGGER append_only ON proposals_verdict;
DROP TRIGGER append_only ON proposals_evidencelink;
DROP TRIGGER append_only ON proposals_evidence;
DROP TRIGGER append_only ON proposals_pack;
