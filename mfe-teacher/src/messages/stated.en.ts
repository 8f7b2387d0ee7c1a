/** The roster compared with the institution's records, and notices about what these changed. */
export const stated = {
  stated: {
    column: "Institution's records",
    filter: 'Compare with the registry',
    all: 'On the roster',
    filters: {
      not_stated: 'On the roster, not stated by the registry',
      not_on_roster: 'Stated by the registry, not on the roster',
    },
    none: {
      not_stated: 'The registry states everybody on the roster.',
      not_on_roster: 'Everybody whom the registry states is on the roster.',
    },
    byNobody: 'Not stated',
    pending: 'Stated, but not applied yet',
  },
  rosterNotices: {
    title: 'Changes of your rosters',
    failed: 'Failed to fetch the changes of your rosters',
    added_one: '{{count}} student added',
    added_other: '{{count}} students added',
    ended_one: '{{count}} ended',
    ended_other: '{{count}} ended',
    applied: 'Stated by {{source}}',
    other: 'By {{source}}',
    undone: 'An import of {{source}} was undone',
    section: 'section {{name}}',
    hide: 'Hide these',
    hidden: 'Hidden',
    hideFailed: 'Failed to hide them',
    more: 'Show more',
  },
};
