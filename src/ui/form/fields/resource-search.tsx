import { ComboField } from './combo-field'
import type { ControlledFieldProps } from '../field-frame'
import { type Choice, searchDelays, type SearchPace } from '@/shared/forms/choice'

/** The resource kinds that are searched together, in display order. */
const resourceKinds = ['check', 'component', 'config'] as const
type SearchableKind = (typeof resourceKinds)[number]

export type FoundResource = Choice & { kind: SearchableKind }

const headings: Record<SearchableKind, string> = { check: 'Checks', component: 'Components', config: 'Configs' }

type Props = ControlledFieldProps<FoundResource | null> & {
  /** Finds resources of all kinds by part of their name in one request, best match first. */
  find: (text: string, signal: AbortSignal) => Promise<Readonly<Record<SearchableKind, readonly Choice[]>>>
  /** The allowed kinds. Default: all. */
  kinds?: readonly SearchableKind[]
  pace?: Partial<SearchPace>
}

/** Selects a check, component or config item. */
export function ResourceSearchField({ find, kinds = resourceKinds, pace, ...field }: Props) {
  return (
    <ComboField<FoundResource>
      {...field}
      pace={{ delayMs: searchDelays.resources, ...pace }}
      find={async (text, signal) => {
        const found = await find(text, signal)
        return kinds.flatMap((kind) => found[kind].map((choice) => ({ ...choice, kind, group: headings[kind] })))
      }}
    />
  )
}
