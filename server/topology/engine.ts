import type { Engine } from '../engine'
import type { Evaluate } from '../expression/evaluator'
import { topologyRoutes } from './routes'

export type TopologyEngineDeps = { evaluate: Evaluate }

export const createTopologyEngine = ({ evaluate }: TopologyEngineDeps): Engine => ({
  name: 'topology',
  routes: topologyRoutes(evaluate),
})
