import { callTo } from '@/commands/call-to'
import { keyPreferenceStore, singleKeyModes } from '@/commands/stores/key-preference-store'
import { singleKeyLabels } from '@/commands/account/keys.commands'
import { useConsole } from '../console'
import { usePlaces } from '../commands/place'
import css from './single-keys.module.css'
import { useStore } from '../stores'

const labels = { on: 'On', leader: 'After a leader', off: 'Off' }

/** The setting for single-letter shortcuts: WCAG 2.1.4 requires a way to turn them off. */
export function SingleKeySetting() {
  const { perform } = useConsole()
  const places = usePlaces()
  const { single } = useStore(keyPreferenceStore)
  return (
    <fieldset className={css.choice}>
      <legend>Single-key shortcuts</legend>
      {singleKeyModes.map((mode) => (
        <label key={mode} title={singleKeyLabels[mode]}>
          <input
            type="radio"
            name="single-keys"
            checked={single === mode}
            onChange={() => void perform({ call: callTo('prefs.keys', { mode }), origin: 'button' }, places)}
          />
          {labels[mode]}
        </label>
      ))}
      <p>{singleKeyLabels[single]}</p>
    </fieldset>
  )
}
