import { lazyComponent } from '@/ui/lazy-component'

/** The tabs that are not shown initially, each in a file of its own. */
export const incidentTabs = {
  timeline: lazyComponent({ what: 'the timeline', load: () => import('./timeline/timeline') }),
  done: lazyComponent({ what: 'the definition of done', load: () => import('./done/done-view') }),
  related: lazyComponent({ what: 'related items', load: () => import('./related/related-view') }),
}
