import type { Measured } from '../measured'

export const logs: Measured = {
  rows: {
    logging_backends: `{
      id: uuid, name: string, labels: {map: string}|null, spec: {map: json}, source: string|null, agent_id: uuid|null,
      created_at: time|null, created_by: uuid|null, updated_at: time|null, deleted_at: time|null
    }`,
  },
  embeds: {
    'logging_backends.created_by': 'people',
  },
}
