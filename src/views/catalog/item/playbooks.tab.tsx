import { ResourcePlaybooks } from '../../playbooks/shared/resource-playbooks'
import { toConfigItemTarget } from '../shared/target'
import type { ConfigTabProps } from './config-tabs'

/** The playbooks that apply to an item, and their recent runs. */
export default function ConfigPlaybooks({ item }: ConfigTabProps) {
  return <ResourcePlaybooks target={toConfigItemTarget(item)} />
}
