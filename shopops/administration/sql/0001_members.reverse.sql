DROP TRIGGER append_only ON administration_memberchange;
ALTER TABLE administration_memberchange
    DROP CONSTRAINT member_change_word,
    DROP CONSTRAINT member_change_author_of_tenant,
    DROP CONSTRAINT member_change_person_of_tenant;
ALTER TABLE administration_invitation
    DROP CONSTRAINT invitation_brought_somebody,
    DROP CONSTRAINT invitation_ends_once,
    DROP CONSTRAINT invitation_hash_length,
    DROP CONSTRAINT invitation_member_of_tenant,
    DROP CONSTRAINT invitation_revoker_of_tenant,
    DROP CONSTRAINT invitation_author_of_tenant,
    DROP CONSTRAINT invitation_tenant;
