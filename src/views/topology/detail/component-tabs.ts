import type { Component } from '@/api/topology/topology'
import type { ComponentPanel } from './url'
import { type LazyComponent, lazyComponent } from '@/ui/lazy-component'

/** Props shared by all panels of a component. */
export type ComponentPanelProps = { component: Component }

/** The panels, each in a file of its own, except the first, which is part of the page. */
export const componentTabs: Readonly<Record<Exclude<ComponentPanel, 'children'>, LazyComponent<ComponentPanelProps>>> =
  {
    catalog: lazyComponent({ what: 'the catalog', load: () => import('./catalog') }),
    incidents: lazyComponent({ what: 'the incidents', load: () => import('./incidents') }),
    changes: lazyComponent({ what: 'the changes', load: () => import('./changes') }),
    checks: lazyComponent({ what: 'the checks', load: () => import('./checks') }),
    playbooks: lazyComponent({ what: 'the playbooks', load: () => import('./playbooks') }),
    teams: lazyComponent({ what: 'the teams', load: () => import('./teams') }),
    insights: lazyComponent({ what: 'the insights', load: () => import('./insights') }),
  }
