import { createInstallationBuilder, type SampleInstallation } from './builder'
import { addCluster } from './cluster'
import { addCloud } from './cloud'
import { addDepotDatabases } from './depot'

/**
 * Generates the second production cluster of the sample, its cloud account, and the databases of a depot: items with
 * their changes, insights and relationships. The result is constant for the same seed.
 */
export function generateSampleInstallation(seed = 20_260): SampleInstallation {
  const { builder, installation } = createInstallationBuilder(seed)
  const nodes = addCluster(builder)
  addCloud(builder, nodes)
  addDepotDatabases(builder)
  return installation
}
