import type { RowValues } from '@/api/settings/settings-table'
import { toPermissionRow } from '@/resources/permissions/form'
import type { FormValues } from '@/shared/forms/form-description'
import { PermissionEffectView } from './permission-effect'

/** The effect of a permission, below the fields of its form. */
export default function PermissionEffect({ values, id }: { values: FormValues; id: string | undefined }) {
  const row = toPermissionRow(values)
  return <PermissionEffectView row={isComplete(row, id) ? row : undefined} id={id} />
}

const resourceColumns = ['object', 'object_selector', 'config_id', 'component_id', 'playbook_id', 'connection_id']

/** Whether the row has a subject, an action and a resource. A change may leave the stored subject and resource. */
const isComplete = (row: RowValues, id: string | undefined) =>
  Boolean(row['action']) &&
  (Boolean(row['subject']) || (id !== undefined && !('subject' in row))) &&
  (resourceColumns.some((column) => Boolean(row[column])) || (id !== undefined && !('object' in row)))
