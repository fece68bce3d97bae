DROP TRIGGER action_is_proven ON proposals_action;
DROP FUNCTION proposals_action_is_proven();
