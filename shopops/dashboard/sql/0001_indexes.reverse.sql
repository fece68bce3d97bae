DROP INDEX dashboard_proposals, dashboard_payouts, dashboard_decisions, dashboard_carriers,
    dashboard_carrier, dashboard_alarms, dashboard_acknowledgments, dashboard_item_events;
