"""The golden cases hold, and a case that does not is shown with what was expected and got."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from shopops.orchestrator.evaluation import BadCase, load_cases, run_case
from shopops.orchestrator.evaluation.patching import merge_patch
from shopops.policy.rules import RuleId

GOLDEN = Path(__file__).parents[1] / "golden"
CASES, BASES = load_cases(GOLDEN)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_case_comes_out_as_expected(case: Any) -> None:
    result = run_case(case, BASES[case.base])
    assert [row for row in result.rows if not row.ok] == []


def test_every_rule_has_a_case_for_each_way_it_can_go() -> None:
    seen = {
        (rule, wanted if isinstance(wanted, str) else wanted.get("outcome"))
        for case in CASES
        for verdict in case.expect.verdicts
        for rule, wanted in verdict.rules.items()
        if wanted is not None
    }
    rules = {rule for rule, _ in seen}
    assert rules == {rule.value for rule in RuleId}
    assert all(
        len({outcome for rule, outcome in seen if rule == each}) > 1 or each in ONE_WAY
        for each in rules
    )


# Rules that can only say one thing: old evidence is read again, sending again needs a person.
ONE_WAY = {"EVD-3"}


@pytest.mark.parametrize(
    ("target", "patch", "merged"),
    [
        ({"a": 1, "b": 2}, {"b": None}, {"a": 1}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 3}}, {"a": {"b": 1, "c": 3}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": 1}, {"a": {"b": None, "c": 2}}, {"a": {"c": 2}}),
        ([1], {"a": 1}, {"a": 1}),
        ({"a": 1}, "b", "b"),
    ],
)
def test_patches_merge_as_rfc_7396_says(target: Any, patch: Any, merged: Any) -> None:
    assert merge_patch(target, patch) == merged


def write(folder: Path, *cases: dict[str, Any], **bases: Any) -> Path:
    plain = json.loads((GOLDEN / "bases.json").read_text())["plain"]
    (folder / "bases.json").write_text(json.dumps({"plain": plain, **bases}))
    (folder / "cases.json").write_text(json.dumps(list(cases)))
    return folder


def status_update(name: str = "one", **changes: Any) -> dict[str, Any]:
    expect = {
        "track": "standard",
        "blocked_reasons": [],
        "can_proceed": True,
        "actions": [{"kind": "draft_email"}],
    }
    return {"name": name, "why": "a test", "expect": {**expect, **changes}}


def test_a_difference_is_printed_as_expected_and_got_and_fails(tmp_path: Path) -> None:
    out = StringIO()
    wrong = status_update(track="exception", actions=[{"kind": "draft_email", "channel": "sms"}])
    with pytest.raises(SystemExit) as stopped:
        call_command("evaluate", cases=write(tmp_path, wrong), stdout=out)
    assert stopped.value.code == 1
    lines = [" ".join(line.split()) for line in out.getvalue().splitlines()]
    assert lines == [
        "FAIL one",
        '✗ track expected "exception" got "standard"',
        '✗ actions[0].channel expected "sms" got "email"',
        "0 of 1 cases as expected.",
    ]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"blocked_reasons": ["opted_out"]}, "blocked_reasons"),
        ({"can_proceed": False}, "can_proceed"),
        ({"cause": "stalled"}, "cause"),
        ({"rationale": ["zero_total"]}, "rationale"),
        ({"actions": []}, "actions"),
        ({"actions": [{"kind": "draft_email", "evidence_ids": ["pay:t1"]}]}, "evidence_ids"),
        ({"actions": [{"kind": "draft_email", "cites": ["pay:t9"]}]}, "cites"),
        ({"actions": [{"kind": "draft_email", "chanel": "email"}]}, "chanel"),
        ({"fields": {"language": {"kind": "unknown"}}}, "fields.language.kind"),
        ({"fields": {"mood": {"kind": "unknown"}}}, "fields.mood.kind"),
        ({"parcels": {"s1": {"status": "returned"}}}, "parcels.s1.status"),
        ({"parcels": {"s9": {"status": "returned"}}}, "parcels.s9.status"),
        ({"verdicts": [{"outcome": "deny"}]}, "verdicts"),
        ({"verdicts": []}, None),
        ({"verdicts": [{"outcome": "permit", "rules": {"MON-2": "permit"}}]}, "MON-2"),
        ({"verdicts": [{"outcome": "permit", "rules": {"EVD-1": None}}]}, "EVD-1"),
        ({"verdicts": [{"outcome": "permit", "rules": {"EVD-1": "deny"}}]}, "EVD-1"),
    ],
)
def test_each_kind_of_expectation_can_fail(
    tmp_path: Path, changes: dict[str, Any], path: str | None
) -> None:
    cases, bases = load_cases(write(tmp_path, status_update(**changes)))
    failed = [row.path for row in run_case(cases[0], bases["plain"]).rows if not row.ok]
    assert any(path in one for one in failed) if path else not failed


def test_one_case_is_shown_with_every_comparison(tmp_path: Path) -> None:
    out = StringIO()
    folder = write(tmp_path, status_update("one"), status_update("two"))
    call_command("evaluate", cases=folder, only="two", stdout=out)
    assert "two" in out.getvalue()
    assert "one" not in out.getvalue().replace("1 of 1", "")
    assert 'expected "standard"' in out.getvalue()


def test_the_json_form_names_what_failed(tmp_path: Path) -> None:
    out = StringIO()
    folder = write(tmp_path, status_update("one"), status_update("two", can_proceed=False))
    with pytest.raises(SystemExit):
        call_command("evaluate", "--json", cases=folder, stdout=out)
    told = json.loads(out.getvalue())
    assert (told["cases"], told["failed"]) == (2, ["two"])
    [row] = [row for row in told["results"][1]["rows"] if row["path"] == "can_proceed"]
    assert row == {"path": "can_proceed", "expected": False, "got": True, "ok": False}


def test_an_unknown_name_is_answered_with_the_nearest(tmp_path: Path) -> None:
    folder = write(tmp_path, status_update("stalled-at-home"))
    with pytest.raises(CommandError, match="Nearest: stalled-at-home"):
        call_command("evaluate", cases=folder, only="stalled-at-hme")


@pytest.mark.parametrize(
    ("cases", "bases", "said"),
    [
        ([status_update(), status_update()], {}, "more than one case is named one"),
        ([{**status_update(), "base": "lost"}], {}, "there is no base named lost"),
        ([{**status_update(), "orders": {}}], {}, "unknown field `orders`"),
        ([{**status_update(), "now": "2026-03-10T12:00:00"}], {}, "now"),
        ([], {}, "there is no case"),
        ([], {"late": {"on": "later"}, "later": {}}, "late builds on later"),
    ],
)
def test_a_case_that_says_nonsense_is_refused_by_name(
    tmp_path: Path, cases: list[dict[str, Any]], bases: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadCase, match=said):
        load_cases(write(tmp_path, *cases, **bases))


def test_a_folder_without_cases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"bases\.json"):
        call_command("evaluate", cases=tmp_path)


def test_a_base_may_stand_on_another(tmp_path: Path) -> None:
    folder = write(tmp_path, status_update(), child={"on": "plain", "order": {"number": "77"}})
    _, bases = load_cases(folder)
    assert bases["child"].order == {**bases["plain"].order, "number": "77"}
    assert bases["child"].trackers == bases["plain"].trackers


def test_an_order_of_a_case_is_read_as_strictly_as_an_import(tmp_path: Path) -> None:
    case = {**status_update(), "order": {"total": {"minor": 100.5, "currency": "USD"}}}
    cases, bases = load_cases(write(tmp_path, case))
    with pytest.raises(msgspec.ValidationError):
        run_case(cases[0], bases["plain"])
