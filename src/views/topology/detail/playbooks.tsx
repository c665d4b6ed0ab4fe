import { ResourcePlaybooks } from '../../playbooks/shared/resource-playbooks'
import { toComponentTarget } from '../target'
import type { ComponentPanelProps } from './component-tabs'

/** The playbooks that apply to a component, and their recent runs. */
export default function ComponentPlaybooks({ component }: ComponentPanelProps) {
  return <ResourcePlaybooks target={toComponentTarget(component)} />
}
