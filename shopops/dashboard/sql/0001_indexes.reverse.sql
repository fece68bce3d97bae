DROP INDEX dashboard_proposals, dashboard_decided, dashboard_payouts, dashboard_decisions,
    dashboard_carriers, dashboard_carrier, dashboard_no_carriers, dashboard_alarms,
    dashboard_acknowledgments, dashboard_item_events;
