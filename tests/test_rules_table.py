import json

import rules_table


def test_the_page_of_rules_is_what_the_table_says():
    rules = json.loads(rules_table.RULES.read_text("utf-8"))["rules"]
    assert rules_table.TABLE.read_text("utf-8") == rules_table.render(rules), "stale: 'make claims'"


def test_every_rule_has_a_section_with_its_reference():
    text = rules_table.TABLE.read_text("utf-8")
    for rule in json.loads(rules_table.RULES.read_text("utf-8"))["rules"]:
        assert f"## {rule['name']}\n" in text
        assert rule["reference"] in text
