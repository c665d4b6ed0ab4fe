import { callTo } from '../../commands/call-to'
import { ToggleField } from '../../ui/form/fields/toggle'
import { useConsole } from '../shared/console'
import { usePreferences } from '../shared/stores'

/** A switch for the preference that shows deleted items. */
export function ShowDeleted() {
  const { perform } = useConsole()
  return (
    <ToggleField
      kind="switch"
      label="Show deleted"
      value={usePreferences().show_deleted_items_preference === 'yes'}
      onChange={(isOn) =>
        void perform({ call: callTo('prefs.deleted', { show: isOn ? 'yes' : 'no' }), origin: 'button' }, [])
      }
    />
  )
}
