import { z } from 'zod'

/** Levels of a response, including the first. */
const DEFAULT_DEPTH = 3
const MOST_DEPTH = 10

const text = z.string().max(10_000).optional()
const commaSeparated = text.transform((written) => written?.split(',').filter((item) => item !== '') ?? [])

/** `k=v,k2=v2` */
const labels = text.transform((written, context) => {
  const pairs = (written ?? '').split(',').filter((pair) => pair !== '')
  const required = pairs.map((pair) => {
    const [key = '', ...value] = pair.split('=')
    return [key, value.join('=')] as const
  })
  if (required.every(([key], index) => key !== '' && pairs[index]?.includes('='))) return required
  context.addIssue({
    code: 'custom',
    message: `"${(written ?? '').slice(0, 100)}" is not a list such as team=shop,tier=gold`,
  })
  return z.NEVER
})

/** The parameters of `GET /api/canary/api/topology`. Other parameters are ignored. */
export const topologyQuerySchema = z.object({
  /** The root component of the response. */
  id: z
    .guid()
    .transform((id) => id.toLowerCase())
    .optional(),
  labels,
  status: commaSeparated,
  type: commaSeparated,
  owner: text,
  team: text,
  agent_id: z
    .guid()
    .transform((id) => id.toLowerCase())
    .optional(),
  /** `false` excludes hidden components and components that only they contain. */
  hidden: z.string().optional(),
  depth: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number')
    .transform(Number)
    .refine((depth) => depth >= 1 && depth <= MOST_DEPTH, `must be a number from 1 to ${MOST_DEPTH}`)
    .default(DEFAULT_DEPTH),
  flatten: z.string().optional(),
  /** `name`, or `field:` and the name of a property; any other value keeps the order by name. */
  sortBy: text,
  sortOrder: z.string().optional(),
})
export type TopologyQuery = z.infer<typeof topologyQuerySchema>

/**
 * `a,b,!c,*`: any of the values without `!`, and none of those with it. A list of `!` values only matches nothing, as
 * in the protocol.
 */
export const matchesQueryList = (patterns: readonly string[], value: string): boolean =>
  patterns.length === 0 || (!patterns.includes(`!${value}`) && patterns.some((item) => item === '*' || item === value))
