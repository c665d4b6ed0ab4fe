import type { ComponentType } from 'react'
import type { Component } from '@/api/topology/topology'
import type { ComponentPanel } from './url'

/** Props shared by all panels of a component. */
export type ComponentPanelProps = { component: Component }

/** Loads the code of each panel except the first, which is part of the page. */
export const componentTabs: Readonly<
  Record<Exclude<ComponentPanel, 'children'>, () => Promise<{ default: ComponentType<ComponentPanelProps> }>>
> = {
  catalog: () => import('./catalog'),
  incidents: () => import('./incidents'),
  changes: () => import('./changes'),
  checks: () => import('./checks'),
  playbooks: () => import('./playbooks'),
  teams: () => import('./teams'),
  insights: () => import('./insights'),
}
