import { type WalkDirection, walkDirections, MOST_STEPS, type RelationKind } from '@/api/catalog/relationships'
import { formatCount } from '@/shared/format'
import { callTo } from '@/commands/call-to'
import type { CallSource } from '@/commands/command'
import type { PlaceData } from '@/commands/place'
import { ToggleField } from '@/ui/form/fields/toggle'
import { announce } from '@/ui/voice'
import { CommandButton } from '@/views/shared/commands/command-button'
import { usePlaces } from '@/views/shared/commands/place'
import { useConsole } from '@/views/shared/console'
import { type RelationsState, relationsUrl } from './url'

const names: Readonly<Record<WalkDirection, string>> = {
  outgoing: 'Downstream: its parts and dependents',
  incoming: 'Upstream: its parents and dependencies',
  all: 'Both directions',
}

/** The kinds of relationships followed in each direction, as one key. */
const kindsOf = ({ incoming, outgoing }: Kinds) => `${incoming}-${outgoing}`
type Kinds = { incoming: RelationKind; outgoing: RelationKind }

const kinds: readonly (Kinds & { label: string })[] = [
  { incoming: 'hard', outgoing: 'hard', label: 'Hard relationships only' },
  { incoming: 'both', outgoing: 'both', label: 'Include soft relationships' },
  { incoming: 'hard', outgoing: 'both', label: 'Include soft relationships downstream only' },
  { incoming: 'both', outgoing: 'hard', label: 'Include soft relationships upstream only' },
]

const depths = Array.from({ length: MOST_STEPS }, (_, at) => at + 1)

const set = (changes: Partial<RelationsState>) => relationsUrl.set(changes, 'replace')

/** Handlers and choices that limit the walk, for keys, palette and switches. */
export function relationsPlace(state: RelationsState, isWithDeleted: boolean): Pick<PlaceData, 'handlers' | 'choices'> {
  const { direction, depth, layout } = state
  const follow = (steps: number) => {
    const to = Math.max(1, Math.min(MOST_STEPS, steps))
    set({ depth: to })
    const limit = to === 1 ? 'minimum' : 'maximum'
    announce(to === depth ? `${formatCount(to, 'hop')} is the ${limit}.` : `Up to ${formatCount(to, 'hop')}.`, {
      key: 'depth',
    })
  }
  return {
    choices: {
      direction: walkDirections.map((value) => ({ value, label: names[value] })),
      relation: kinds.map((one) => ({ value: kindsOf(one), label: one.label })),
      depth: depths.map((value) => ({ value: String(value), label: `Up to ${formatCount(value, 'hop')}` })),
    },
    handlers: {
      'relations.direction': (_count, { direction: chosen }) =>
        set({ direction: walkDirections.find((one) => one === chosen) ?? direction }),
      'relations.kinds': (_count, { relation }) => {
        const chosen = kinds.find((one) => kindsOf(one) === relation)
        if (chosen) set({ incoming: chosen.incoming, outgoing: chosen.outgoing })
      },
      'relations.depth': (_count, { depth: chosen }) => follow(Number(chosen)),
      'relations.deeper': (count) => follow(depth + count),
      'relations.shallower': (count) => follow(depth - count),
      'relations.deleted': () => {
        set({ deleted: !isWithDeleted })
        announce(isWithDeleted ? 'Deleted items are hidden.' : 'Deleted items are shown.', { key: 'deleted' })
      },
      'relations.layout': () => {
        const other = layout === 'graph' ? 'list' : 'graph'
        set({ layout: other })
        announce(other === 'graph' ? 'Shown as a graph.' : 'Shown as a list.', { key: 'layout' })
      },
    },
  }
}

const kind = (isOn: boolean): RelationKind => (isOn ? 'both' : 'hard')

/** Switches for direction, kinds and depth of the relationships to follow. */
export function RelationsSwitches({ state, isWithDeleted }: { state: RelationsState; isWithDeleted: boolean }) {
  const { perform } = useConsole()
  const places = usePlaces()
  const { direction, incoming, outgoing, depth, layout } = state
  const run = (call: CallSource) => void perform({ call, origin: 'button' }, places)
  const isDown = direction !== 'incoming'
  const isUp = direction !== 'outgoing'
  const soften = (changed: Partial<Kinds>) =>
    run(callTo('relations.kinds', { relation: kindsOf({ incoming, outgoing, ...changed }) }))
  const isBoth = isDown && isUp
  return (
    <>
      <ToggleField
        kind="switch"
        label="Downstream"
        value={isDown}
        onChange={(isOn) => run(callTo('relations.direction', { direction: isOn ? 'all' : 'incoming' }))}
      />
      {isDown && (
        <ToggleField
          kind="switch"
          label={isBoth ? 'Soft downstream' : 'Soft'}
          value={outgoing === 'both'}
          onChange={(isOn) => soften({ outgoing: kind(isOn) })}
        />
      )}
      <ToggleField
        kind="switch"
        label="Upstream"
        value={isUp}
        onChange={(isOn) => run(callTo('relations.direction', { direction: isOn ? 'all' : 'outgoing' }))}
      />
      {isUp && (
        <ToggleField
          kind="switch"
          label={isBoth ? 'Soft upstream' : 'Soft'}
          value={incoming === 'both'}
          onChange={(isOn) => soften({ incoming: kind(isOn) })}
        />
      )}
      <ToggleField kind="switch" label="Show deleted" value={isWithDeleted} onChange={() => run('relations.deleted')} />
      <CommandButton call="relations.depth" label="Hops" value={String(depth)} />
      <CommandButton call="relations.layout" label={layout === 'graph' ? 'Show as list' : 'Show as graph'} />
    </>
  )
}
