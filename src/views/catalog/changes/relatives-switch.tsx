import { type ChangeRelatives, changeRelatives } from '@/api/catalog/config-changes'
import { callTo } from '@/commands/call-to'
import type { PlaceData } from '@/commands/place'
import { ToggleField } from '@/ui/form/fields/toggle'
import { useConsole } from '../../shared/console'
import { usePlaces } from '../../shared/commands/place'
import { resetPage } from '../../shared/list/list-url'
import { changeAddress } from '../../shared/url-state/url-state'
import { relativesUrl } from '../shared/changes/list'

/** Switches for the relatives whose changes are listed with those of the item. */
export function RelativesSwitch() {
  const { perform } = useConsole()
  const places = usePlaces()
  const { relatives: shown, soft } = relativesUrl.use()
  const isDown = shown === 'downstream' || shown === 'all'
  const isUp = shown === 'upstream' || shown === 'all'
  const show = (which: ChangeRelatives, isSoft = soft) =>
    void perform(
      { call: callTo('changes.relatives', { relatives: isSoft ? `${which}-soft` : which }), origin: 'button' },
      places
    )
  return (
    <>
      <ToggleField kind="switch" label="Downstream" value={isDown} onChange={(isOn) => show(relativesOf(isOn, isUp))} />
      <ToggleField kind="switch" label="Upstream" value={isUp} onChange={(isOn) => show(relativesOf(isDown, isOn))} />
      {shown !== 'none' && (
        <ToggleField kind="switch" label="Soft" value={soft} onChange={(isOn) => show(shown, isOn)} />
      )}
    </>
  )
}

const names: Readonly<Record<ChangeRelatives, string>> = {
  none: 'Only this item',
  downstream: 'Downstream: its parts and dependents',
  upstream: 'Upstream: its parents and dependencies',
  all: 'Both directions',
}

/** Handles the choice made in the palette or with the switches. */
export const relativesPlace: Pick<PlaceData, 'handlers' | 'choices'> = {
  choices: {
    relatives: changeRelatives.flatMap((value) => [
      { value, label: names[value] },
      ...(value === 'none' ? [] : [{ value: `${value}-soft`, label: `${names[value]}, including soft relationships` }]),
    ]),
  },
  handlers: {
    'changes.relatives': (_count, { relatives: chosen }) => {
      const [which, soft] = String(chosen).split('-')
      const changes = { relatives: changeRelatives.find((one) => one === which) ?? 'none', soft: soft === 'soft' }
      changeAddress('replace', (search) => relativesUrl.format(search, changes), resetPage)
    },
  },
}

const relativesOf = (isDown: boolean, isUp: boolean): ChangeRelatives =>
  isDown && isUp ? 'all' : isDown ? 'downstream' : isUp ? 'upstream' : 'none'
