-- Composite keys: no row can refer to another tenant's row, nor to another pack's evidence.
-- They are checked at once, not at commit: parents are always written first.

ALTER TABLE proposals_pack
    ADD CONSTRAINT pack_digest_length CHECK (octet_length(digest) = 32);

ALTER TABLE proposals_evidence
    ADD CONSTRAINT evidence_hash_length
        CHECK (octet_length(payload_sha256) = 32 AND octet_length(value_sha256) = 32),
    ADD CONSTRAINT evidence_pack_of_tenant
        FOREIGN KEY (tenant_id, pack_id) REFERENCES proposals_pack (tenant_id, id);

ALTER TABLE proposals_proposal
    ADD CONSTRAINT proposal_digest_length CHECK (octet_length(digest) = 32),
    ADD CONSTRAINT proposal_revision_positive CHECK (revision >= 1),
    ADD CONSTRAINT proposal_pack_of_tenant
        FOREIGN KEY (tenant_id, pack_id) REFERENCES proposals_pack (tenant_id, id),
    ADD CONSTRAINT proposal_thresholds_of_tenant
        FOREIGN KEY (tenant_id, thresholds_version)
        REFERENCES tenants_thresholdversion (tenant_id, version),
    ADD CONSTRAINT proposal_decider_of_tenant
        FOREIGN KEY (tenant_id, decided_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT proposal_successor_of_tenant
        FOREIGN KEY (tenant_id, superseded_by_id) REFERENCES proposals_proposal (tenant_id, id);

ALTER TABLE proposals_action
    ADD CONSTRAINT action_proposal_of_pack
        FOREIGN KEY (tenant_id, pack_id, proposal_id)
        REFERENCES proposals_proposal (tenant_id, pack_id, id),
    ADD CONSTRAINT action_money_both_or_neither
        CHECK ((amount_minor IS NULL) = (currency = '') AND amount_minor >= 0);

ALTER TABLE proposals_evidencelink
    ADD CONSTRAINT evidence_link_action_of_pack
        FOREIGN KEY (tenant_id, pack_id, action_id)
        REFERENCES proposals_action (tenant_id, pack_id, id),
    ADD CONSTRAINT evidence_link_evidence_of_pack
        FOREIGN KEY (tenant_id, pack_id, evidence_id)
        REFERENCES proposals_evidence (tenant_id, pack_id, id);

ALTER TABLE proposals_verdict
    ADD CONSTRAINT verdict_outcome CHECK (outcome IN ('permit', 'needs_approval', 'deny')),
    ADD CONSTRAINT verdict_action_of_pack
        FOREIGN KEY (tenant_id, pack_id, action_id)
        REFERENCES proposals_action (tenant_id, pack_id, id),
    ADD CONSTRAINT verdict_thresholds_of_tenant
        FOREIGN KEY (tenant_id, thresholds_version)
        REFERENCES tenants_thresholdversion (tenant_id, version);
