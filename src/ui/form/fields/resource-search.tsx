import { ComboField } from './combo-field'
import type { FieldOf } from '../frame'
import type { Choice } from '../../../lib/choice'
import type { Pace } from '../../../lib/choice'

/** The resource kinds that are searched together, in display order. */
export const resourceKinds = ['check', 'component', 'config'] as const
export type ResourceKind = (typeof resourceKinds)[number]

export type Resource = Choice & { kind: ResourceKind }

const headings: Record<ResourceKind, string> = { check: 'Checks', component: 'Components', config: 'Configs' }

type Props = FieldOf<Resource | null> & {
  /** Finds resources of all kinds by part of their name in one request, best match first. */
  find: (text: string, signal: AbortSignal) => Promise<Readonly<Record<ResourceKind, readonly Choice[]>>>
  /** The allowed kinds. Default: all. */
  kinds?: readonly ResourceKind[]
  pace?: Partial<Pace>
}

/** Selects a check, component or config item. */
export function ResourceSearchField({ find, kinds = resourceKinds, pace = unchanged, ...field }: Props) {
  return (
    <ComboField<Resource>
      {...field}
      pace={pace}
      find={async (text, signal) => {
        const found = await find(text, signal)
        return kinds.flatMap((kind) => found[kind].map((choice) => ({ ...choice, kind, group: headings[kind] })))
      }}
    />
  )
}

const unchanged = {}
