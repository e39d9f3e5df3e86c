/** The name of demo requests where a write says what it changed. */
export const leadsKind = 'demo-requests';
