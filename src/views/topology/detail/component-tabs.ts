import type { ComponentType } from 'react'
import type { Component } from '../../../api/topology'
import type { ComponentPanel } from './url'

/** Properties of every panel of a component. */
export type PanelProps = { component: Component }

/** The code of each panel but the first, which is shown with the page. */
export const componentTabs: Readonly<
  Record<Exclude<ComponentPanel, 'children'>, () => Promise<{ default: ComponentType<PanelProps> }>>
> = {
  catalog: () => import('./catalog'),
  incidents: () => import('./incidents'),
  changes: () => import('./changes'),
  checks: () => import('./checks'),
  playbooks: () => import('./playbooks'),
  teams: () => import('./teams'),
  insights: () => import('./insights'),
}
