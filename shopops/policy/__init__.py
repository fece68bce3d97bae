"""Policy, pure: `decide` judges each action of a proposal under one version of the thresholds."""

from shopops.policy.decide import decide as decide
