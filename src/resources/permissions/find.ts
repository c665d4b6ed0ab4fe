import { findConfigs } from '@/api/catalog/find-configs'
import { findByName, findConnections } from '@/api/find-resources'
import { configItemName } from '@/lib/catalog/config-name'
import type { Choice, FindChoices } from '@/shared/forms/choice'

const byName =
  (table: Parameters<typeof findByName>[0]): FindChoices<Choice> =>
  async (text, signal) =>
    (await findByName(table, text, signal)).map(({ id, name }) => ({ value: id, label: name || id }))

const searches = {
  configs: async (text, signal) =>
    (await findConfigs(text, signal)).map((one) => ({
      value: one.id,
      label: configItemName(one),
      ...(one.type && { hint: one.type }),
    })),
  connections: async (text, signal) =>
    (await findConnections(text, signal)).map(({ id, name, type }) => ({
      value: id,
      label: name,
      ...(type && { hint: type }),
    })),
  components: byName('components'),
  playbooks: byName('playbooks'),
  teams: byName('teams'),
  people: byName('people'),
  notifications: byName('notifications'),
  agents: byName('agents'),
} satisfies Record<string, FindChoices<Choice>>

export type SearchedKind = keyof typeof searches

/** The searches of the form. */
export default searches
