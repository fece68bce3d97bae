-- Decisions of before know, like later ones, since when their order had waited and why. Frozen.

ALTER TABLE review_decision DISABLE TRIGGER append_only;
UPDATE review_decision decision
SET waiting_since = proposal.waiting_since, rule_ids = proposal.rule_ids
FROM proposals_proposal proposal
WHERE (proposal.tenant_id, proposal.id) = (decision.tenant_id, decision.proposal_id);
ALTER TABLE review_decision ENABLE ALWAYS TRIGGER append_only;
