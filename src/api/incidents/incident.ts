import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { shorten } from '@/shared/format'
import { type WeighedHypothesis, evidenceWeights } from '@/lib/incidents/hypotheses'
import { hypothesisTypes } from '@/lib/incidents/incidents'
import { call } from '../http'
import {
  deleteIncidentRows,
  insertIncidentRow,
  type NewRows,
  patchIncidentRows,
  readStoredRows,
  type RowChange,
  type StoredRows,
  type StoredTable,
} from './incident-rows'
import { incidents } from './incidents'
import { evidenceName } from '@/lib/incidents/evidence-name'
import { type DoneProgress, countProgress } from '@/lib/incidents/progress'
import { eq, inList, limit, order, select } from '../postgrest'
import { rowNames } from '../names'
import { timestamp } from '../time'

const person = z.object({ id: z.guid(), name: z.string(), avatar: z.nullish(z.string()) })
const somebody = z.nullish(person)

const text = z.nullish(z.string())

/** Properties of evidence besides its source. Other programs may store further ones. */
const properties = z.catch(
  z.nullish(z.looseObject({ weighs: z.catch(z.nullish(z.enum(evidenceWeights)), null) })),
  null
)

const evidence = z.object({
  id: z.guid(),
  hypothesis_id: z.guid(),
  /**
   * `check`, `topology`, `config`, `config_change`, `config_analysis`, `log`, `comment`, or a type of another program.
   */
  type: z.string(),
  description: z.string(),
  /** Snapshot of the source: lines of a document or of a log, or the text of a comment. */
  evidence: z.unknown(),
  properties,
  definition_of_done: z.nullish(z.boolean()),
  done: z.nullish(z.boolean()),
  script: text,
  /** Result of the script: `true`, `false`, or why it could not be evaluated. */
  script_result: text,
  created_at: timestamp,
  created_by: somebody,
  checks: z.nullish(
    z.object({
      id: z.guid(),
      name: z.string(),
      type: text,
      icon: text,
      status: text,
      last_transition_time: z.nullish(timestamp),
    })
  ),
  components: z.nullish(
    z.object({ id: z.guid(), name: z.string(), icon: text, type: text, health: text, status: text })
  ),
  configs: z.nullish(z.object({ id: z.guid(), name: text, type: text, health: text })),
  config_changes: z.nullish(
    z.object({
      id: z.guid(),
      config_id: z.guid(),
      change_type: text,
      severity: text,
      summary: text,
      created_at: z.nullish(timestamp),
    })
  ),
  config_analysis: z.nullish(
    z.object({
      id: z.guid(),
      config_id: z.guid(),
      analyzer: text,
      analysis_type: text,
      severity: text,
      status: text,
      message: text,
    })
  ),
})
export type Evidence = z.infer<typeof evidence>

const hypothesis = z.object({
  id: z.guid(),
  parent_id: z.nullish(z.guid()),
  type: z.catch(z.enum(hypothesisTypes), 'factor'),
  title: z.string(),
  status: z.string(),
  created_at: timestamp,
  created_by: somebody,
  evidences: z._default(z.array(evidence), []),
})
export type Hypothesis = z.infer<typeof hypothesis>

const comment = z.object({
  id: z.guid(),
  comment: z.string(),
  hypothesis_id: z.nullish(z.guid()),
  created_at: timestamp,
  /** The author in the system of a responder. */
  external_created_by: text,
  /** The responder whose system the comment comes from. */
  responder: z.nullish(
    z.object({ person: z.nullish(z.object({ name: z.string() })), team: z.nullish(z.object({ name: z.string() })) })
  ),
  created_by: somebody,
})
export type IncidentComment = z.infer<typeof comment>

/**
 * The author of a comment. For the system of a responder, includes the responder: `platform (j.doe)`. Undefined if the
 * author is unknown.
 */
export function commentAuthor({
  external_created_by: other,
  created_by: by,
  responder,
}: IncidentComment): string | undefined {
  const author = other || by?.name
  const whose = responder?.team?.name ?? responder?.person?.name
  return whose !== undefined && author !== undefined && whose !== author ? `${whose} (${author})` : (whose ?? author)
}

const responder = z.object({
  id: z.guid(),
  type: z.string(),
  person: somebody,
  team: z.nullish(z.object({ id: z.guid(), name: z.string(), icon: text })),
  /** The ticket in the system of a responder. */
  external_id: text,
  properties: z.catch(z.nullish(z.record(z.string(), z.unknown())), null),
  created_at: timestamp,
  deleted_at: z.nullish(timestamp),
})
export type Responder = z.infer<typeof responder>

const incident = z.object({
  id: z.guid(),
  /** For example `INC-12`. */
  incident_id: z.string(),
  title: z.string(),
  description: z._default(z.string(), ''),
  type: z.string(),
  severity: z.string(),
  status: z.string(),
  created_at: timestamp,
  updated_at: z.nullish(timestamp),
  acknowledged: z.nullish(timestamp),
  resolved: z.nullish(timestamp),
  closed: z.nullish(timestamp),
  creator: somebody,
  commander: somebody,
  communicator: somebody,
  /** The rule that opened the incident; null if a user opened it. */
  rule: z.nullish(z.object({ id: z.guid(), name: z.string() })),
  hypotheses: z._default(z.array(hypothesis), []),
  comments: z._default(z.array(comment), []),
  responders: z._default(z.array(responder), []),
})
export type Incident = z.infer<typeof incident>

const AV = 'id,name,avatar'
const EVIDENCE = [
  'id,hypothesis_id,type,description,evidence,properties,definition_of_done,done,script,script_result,created_at',
  `created_by(${AV})`,
  'checks(id,name,type,icon,status,last_transition_time)',
  'components(id,name,icon,type,health,status)',
  'configs(id,name,type,health)',
  'config_changes(id,config_id,change_type,severity,summary,created_at)',
  'config_analysis(id,config_id,analyzer,analysis_type,severity,status,message)',
].join(',')

const columns = select(
  'id,incident_id,title,description,type,severity,status,created_at,updated_at,acknowledged,resolved,closed',
  `creator:created_by(${AV})`,
  `commander:commander_id(${AV})`,
  `communicator:communicator_id(${AV})`,
  'rule:incident_rule_id(id,name)',
  `hypotheses(id,parent_id,type,title,status,created_at,created_by(${AV}),evidences(${EVIDENCE}))`,
  `comments(id,comment,hypothesis_id,created_at,external_created_by,created_by(${AV}),responder:responder_id(person:person_id(name),team:team_id(name)))`,
  `responders(id,type,external_id,properties,created_at,deleted_at,person:person_id(${AV}),team:team_id(id,name,icon))`
)

const history = z.object({
  id: z.guid(),
  type: text,
  description: text,
  created_at: timestamp,
  created_by: somebody,
  evidence: z.nullish(z.object({ id: z.guid(), description: text, type: text })),
  hypothesis: z.nullish(z.object({ id: z.guid(), title: z.string() })),
  responder: z.nullish(z.object({ id: z.guid(), person: somebody, team: z.nullish(z.object({ name: z.string() })) })),
  comment: z.nullish(z.object({ id: z.guid(), comment: z.string() })),
})
export type HistoryEntry = z.infer<typeof history>

/** Maximum length of a comment used as its name, in characters. */
const MOST_OF_COMMENT = 80

export const commentName = (one: Pick<IncidentComment, 'comment'>): string => shorten(one.comment, MOST_OF_COMMENT)

/** All parts of an incident with their labels. */
const named = ({ id, title, hypotheses, comments, responders }: Incident) => [
  { id, label: title },
  ...hypotheses.flatMap((one) => [
    { id: one.id, label: one.title },
    ...one.evidences.map((piece) => ({ id: piece.id, label: evidenceName(piece) })),
  ]),
  ...comments.map((one) => ({ id: one.id, label: commentName(one) })),
  ...responders.map((one) => ({ id: one.id, label: one.person?.name ?? one.team?.name ?? 'A responder' })),
]

/** Maximum number of history entries, the newest first. More are not useful to readers. */
const MOST_HISTORY = 1000

/** Null if the incident does not exist or is inaccessible. */
export async function readIncident(id: string, signal?: AbortSignal): Promise<Incident | null> {
  const [one] = await call({
    path: '/api/db/incidents',
    query: [eq('id', id), columns],
    schema: z.array(incident),
    signal,
  })
  return one ?? null
}

export const incidentById = (id: string) =>
  queryOptions({
    queryKey: [...incidents.all, 'one', id],
    meta: {
      names: rowNames<ReturnType<typeof named>[number], Incident | null>(
        ['incident', 'hypothesis', 'evidence', 'comment', 'responder'],
        ({ label }) => label,
        (found) => (found ? named(found) : [])
      ),
    },
    queryFn: ({ signal }) => readIncident(id, signal),
  })

/** The history of an incident, the newest entry first. */
export const incidentHistory = (id: string) =>
  queryOptions({
    queryKey: [...incidents.all, 'history', id],
    queryFn: ({ signal }) =>
      call({
        path: '/api/db/incident_histories',
        query: [
          eq('incident_id', id),
          select(
            'id,type,description,created_at',
            `created_by(${AV})`,
            'evidence:evidences(id,description,type)',
            'hypothesis:hypotheses(id,title)',
            `responder:responders(id,person:person_id(${AV}),team:team_id(name))`,
            'comment:comments(id,comment)'
          ),
          order('created_at.desc'),
          limit(MOST_HISTORY),
        ],
        schema: z.array(history),
        signal,
      }),
  })

/** When the embedded backend last evaluated the scripts of definitions of done; null before the first evaluation. */
export const definitionEvaluation = () =>
  queryOptions({
    queryKey: [...incidents.all, 'definitions'],
    queryFn: ({ signal }) =>
      call({ path: '/api/incidents/definitions', schema: z.object({ at: z.nullable(timestamp) }), signal }),
  })

/** The hypotheses of an incident with their weighed evidence. */
export const toWeighedHypotheses = ({ hypotheses }: Pick<Incident, 'hypotheses'>): WeighedHypothesis[] =>
  hypotheses.map(({ id, parent_id: parentId = null, type, title, status, evidences }) => ({
    id,
    parentId,
    type,
    title,
    status,
    evidences: evidences.map(({ properties: kept, definition_of_done: isPart, done }) => ({
      weight: kept?.weighs ?? undefined,
      isDefinitionOfDone: isPart === true,
      isDone: done === true,
    })),
  }))

/** The current rows, read again for each use. */
export const storedRows = <T extends StoredTable>(table: T, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...incidents.all, 'stored', table, ...ids],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => readStoredRows(table, ids, signal),
  })

/** The current row, read again for each use; null if it is deleted. */
export const storedRow = <T extends StoredTable>(table: T, id: string) =>
  queryOptions({
    queryKey: [...incidents.all, 'row', table, id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<StoredRows[T] | null> =>
      (await readStoredRows(table, [id], signal))[0] ?? null,
  })

const parts = z.object({
  id: z.guid(),
  hypotheses: z._default(
    z.array(
      z.object({
        evidences: z.array(
          z.object({ definition_of_done: z.nullish(z.boolean()), done: z.nullish(z.boolean()), script: text })
        ),
      })
    ),
    []
  ),
})

/** Progress of the definitions of done, keyed by incident id. Read again for each use. */
export const incidentsProgress = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...incidents.all, 'progress', ...ids],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, DoneProgress>> => {
      const rows = await call({
        path: '/api/db/incidents',
        query: [inList('id', ids), select('id', 'hypotheses(evidences(definition_of_done,done,script))')],
        schema: z.array(parts),
        signal,
      })
      return new Map(rows.map((one) => [one.id, countProgress(one)]))
    },
  })

const meta = { invalidates: [incidents.all] }

/** Updates rows. @returns the number of updated rows */
export const changeIncidentRows = <T extends StoredTable>(table: T) =>
  mutationOptions({ meta, mutationFn: (changes: readonly RowChange<T>[]) => patchIncidentRows(table, changes) })

/** Creates a row in a table of incidents. @returns its id */
export const addIncidentRow = <T extends keyof NewRows>(table: T) =>
  mutationOptions({ meta, mutationFn: (row: NewRows[T]) => insertIncidentRow(table, row) })

/** Permanently deletes rows, after the history entries that refer to them. */
export const removeIncidentRows = (table: StoredTable | 'comments') =>
  mutationOptions({ meta, mutationFn: (ids: readonly string[]) => deleteIncidentRows(table, ids) })
