/** Loads the code of the tabs that are not shown initially. */
export const incidentTabs = {
  timeline: () => import('./timeline/timeline'),
  done: () => import('./done/done-view'),
  related: () => import('./related/related-view'),
}
