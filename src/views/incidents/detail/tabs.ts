/** The code of the tabs of an incident that are not shown at first. */
export const incidentTabs = {
  timeline: () => import('./timeline/timeline'),
  done: () => import('./done/done-view'),
  related: () => import('./related/related-view'),
}
