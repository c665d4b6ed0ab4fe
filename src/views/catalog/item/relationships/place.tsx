import { type Direction, directions, MOST_STEPS, type RelationKind } from '../../../../api/relationships'
import { formatCount } from '../../../../lib/format'
import type { Place as PlaceData } from '../../../../commands/place'
import { ToggleField } from '../../../../ui/form/fields/toggle'
import { announce } from '../../../../ui/voice'
import { CommandButton } from '../../../shell/commands/command-button'
import { usePlaces } from '../../../shell/commands/place'
import { useConsole } from '../../../shell/console'
import { type RelationsState, relationsUrl } from './url'

const names: Readonly<Record<Direction, string>> = {
  outgoing: 'Downstream: what is part of it, or depends on it',
  incoming: 'Upstream: what it is part of, or depends on',
  all: 'In both directions',
}

/** The kinds of relationships that are followed each way, as one word. */
const kindsOf = ({ incoming, outgoing }: Kinds) => `${incoming}-${outgoing}`
type Kinds = { incoming: RelationKind; outgoing: RelationKind }

const kinds: readonly (Kinds & { label: string })[] = [
  { incoming: 'hard', outgoing: 'hard', label: 'Hard ones only' },
  { incoming: 'both', outgoing: 'both', label: 'Soft ones too' },
  { incoming: 'hard', outgoing: 'both', label: 'Soft ones too, but downstream only' },
  { incoming: 'both', outgoing: 'hard', label: 'Soft ones too, but upstream only' },
]

const depths = Array.from({ length: MOST_STEPS }, (_, at) => at + 1)

const set = (changes: Partial<RelationsState>) => relationsUrl.set(changes, 'replace')

/** What limits the walk, handled for keys, palette and switches. */
export function relationsPlace(state: RelationsState, isWithDeleted: boolean): Pick<PlaceData, 'handlers' | 'choices'> {
  const { direction, depth, layout } = state
  const follow = (steps: number) => {
    const to = Math.max(1, Math.min(MOST_STEPS, steps))
    set({ depth: to })
    announce(to === depth ? `${formatCount(to, 'step')} is as far as it goes.` : `Up to ${formatCount(to, 'step')}.`, {
      key: 'depth',
    })
  }
  return {
    choices: {
      direction: directions.map((value) => ({ value, label: names[value] })),
      relation: kinds.map((one) => ({ value: kindsOf(one), label: one.label })),
      depth: depths.map((value) => ({ value: String(value), label: `Up to ${formatCount(value, 'step')}` })),
    },
    handlers: {
      'relations.direction': (_count, { direction: chosen }) =>
        set({ direction: directions.find((one) => one === chosen) ?? direction }),
      'relations.kinds': (_count, { relation }) => {
        const chosen = kinds.find((one) => kindsOf(one) === relation)
        if (chosen) set({ incoming: chosen.incoming, outgoing: chosen.outgoing })
      },
      'relations.depth': (_count, { depth: chosen }) => follow(Number(chosen)),
      'relations.deeper': (count) => follow(depth + count),
      'relations.shallower': (count) => follow(depth - count),
      'relations.deleted': () => {
        set({ deleted: !isWithDeleted })
        announce(isWithDeleted ? 'Without deleted items.' : 'With deleted items.', { key: 'deleted' })
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

/** Which way, of which kind and how far relationships are followed. */
export function RelationsSwitches({ state, isWithDeleted }: { state: RelationsState; isWithDeleted: boolean }) {
  const { perform } = useConsole()
  const places = usePlaces()
  const { direction, incoming, outgoing, depth, layout } = state
  const run = (call: string) => void perform({ call, origin: 'button' }, places)
  const isDown = direction !== 'incoming'
  const isUp = direction !== 'outgoing'
  const soften = (changed: Partial<Kinds>) =>
    run(`relations.kinds?relation=${kindsOf({ incoming, outgoing, ...changed })}`)
  const isBoth = isDown && isUp
  return (
    <>
      <ToggleField
        kind="switch"
        label="Downstream"
        value={isDown}
        onChange={(isOn) => run(`relations.direction?direction=${isOn ? 'all' : 'incoming'}`)}
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
        onChange={(isOn) => run(`relations.direction?direction=${isOn ? 'all' : 'outgoing'}`)}
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
      <CommandButton call="relations.depth" label="Steps" value={String(depth)} />
      <CommandButton call="relations.layout" label={layout === 'graph' ? 'Show as list' : 'Show as graph'} />
    </>
  )
}
