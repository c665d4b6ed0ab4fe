import ConfigView from '@/views/catalog/item/config.page'
import { listResponse, openPage } from './resource-page'

export const relatedItemId = (n: number) => `5a000020-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The deployment whose relationships are shown. */
export const ID = relatedItemId(2)
const REPLICAS = relatedItemId(3)

/** A row of the walk; default: a healthy pod. */
export const createWalkRow = (n: number, more: object) => ({
  id: relatedItemId(n),
  name: `pod-${n}`,
  type: 'Kubernetes::Pod',
  related_ids: null as readonly string[] | null,
  tags: { cluster: 'harbour' },
  changes: null,
  analysis: null,
  created_at: '2026-05-07T05:11:08.49+00:00',
  updated_at: null,
  deleted_at: null,
  health: 'healthy',
  status: 'Running',
  path: '',
  ...more,
})

export const ownWalkRow = createWalkRow(2, {
  name: 'checkout',
  type: 'Kubernetes::Deployment',
  related_ids: [REPLICAS, relatedItemId(4)],
})

/** A deployment of a cluster, with eight pods of which one is unhealthy. */
export const walkRows = [
  createWalkRow(1, { name: 'harbour', type: 'Kubernetes::Cluster', related_ids: [ID], health: null, status: null }),
  ownWalkRow,
  createWalkRow(3, {
    name: 'checkout-7d',
    type: 'Kubernetes::ReplicaSet',
    related_ids: [10, 11, 12, 13, 14, 15, 16, 17].map(relatedItemId),
  }),
  createWalkRow(4, {
    name: 'checkout-config',
    type: 'Kubernetes::ConfigMap',
    deleted_at: '2026-11-20T05:11:08.49+00:00',
  }),
  ...[10, 11, 12, 13, 14, 15, 16].map((n) => createWalkRow(n, {})),
  createWalkRow(17, { health: 'unhealthy', status: 'CrashLoopBackOff', changes: 3, analysis: { security: 2 } }),
]

/** Its relationships including soft ones: two items may be related in both ways. */
const softly = [
  { id: ID, related_id: REPLICAS, relation_type: 'hard' },
  { id: ID, related_id: REPLICAS, relation_type: 'owns' },
  { id: ID, related_id: relatedItemId(4), relation_type: 'uses' },
]

const RPC = '/api/db/rpc/related_configs_recursive'

/** Opens a page of the item against a fake server. @param answer the rows of a walk, or a failure */
export function openRelationships(below = '', answer: (url: URL) => readonly object[] | Response = () => walkRows) {
  history.replaceState(null, '', `/catalog/${ID}${below}`)
  const opened = openPage(ConfigView, `/catalog/${ID}`, {
    answer(path, url) {
      if (path === RPC) {
        const found = answer(new URL(url, location.origin))
        return found instanceof Response ? found : listResponse(found)
      }
      if (path === '/api/db/rpc/config_relationships_recursive') return listResponse(softly)
      if (path === '/api/db/config_detail')
        return listResponse([{ ...ownWalkRow, config_class: 'Deployment', config: {} }])
      if (path === '/api/db/config_types') return listResponse([{ type: 'Kubernetes::Pod' }])
      return undefined
    },
  })
  return {
    ...opened,
    /** Number of requested walks. */
    walks: () => opened.asked.filter((path) => path === RPC).length,
    lastAsked: () =>
      Object.fromEntries(opened.urls.findLast(({ pathname }) => pathname === RPC)?.searchParams ?? []) as Record<
        string,
        string
      >,
  }
}
