-- Whether a model drafted a person's words: its name and whether they were changed, or neither.
-- Frozen: later changes come in a later file.
ALTER TABLE proposals_outlinetext
    ADD CONSTRAINT outline_text_draft_whole
        CHECK ((drafted_by IS NULL) = (draft_changed IS NULL) AND drafted_by <> '');
