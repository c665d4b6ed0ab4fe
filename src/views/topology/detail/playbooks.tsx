import { PlaybooksOf } from '../../playbooks/playbooks-of'
import { targetOf } from '../target'
import type { PanelProps } from './component-tabs'

/** The playbooks that can be run for a component, and those that were. */
export default function Playbooks({ component }: PanelProps) {
  return <PlaybooksOf target={targetOf(component)} />
}
