import { PlaybooksOf } from '../../playbooks/playbooks-of'
import { targetOf } from '../target'
import type { PanelProps } from './component-tabs'

/** The playbooks that apply to a component, and their recent runs. */
export default function Playbooks({ component }: PanelProps) {
  return <PlaybooksOf target={targetOf(component)} />
}
