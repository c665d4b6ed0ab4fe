import type { FieldDescription, FormDescription } from '@/shared/forms/form-description'
import { notificationAddresses } from '@/shared/connections/notification-address'
import type { FieldEditing } from '../resource'
import type { ConnectionField } from './type'
import { connectionTypes } from './types'
import { AS_TEXT, BY_PARTS, fieldsOfType } from './values'

const nameFields: FormDescription = [
  {
    type: 'group',
    key: 'identity',
    layout: 'row',
    fields: [
      { type: 'text', name: 'name', label: 'Name', isRequired: true },
      { type: 'text', name: 'namespace', label: 'Namespace', isRequired: true, initial: 'default' },
    ],
  },
  { type: 'hidden', name: 'type', label: 'Type' },
  { type: 'hidden', name: 'stored', label: 'Stored' },
]

const isPart = (field: FieldDescription) => (field as ConnectionField).at?.startsWith('address.') === true

/** The fields of a type whose address this form did not write: the address as it is, or its parts again. */
const addressFields = (id: string): FormDescription => [
  {
    type: 'radio',
    name: 'addressAs',
    label: 'Address',
    options: [
      { value: AS_TEXT, label: 'As it is' },
      { value: BY_PARTS, label: 'From its parts' },
    ],
    initial: AS_TEXT,
  },
  {
    type: 'text',
    name: 'address',
    label: 'URL',
    isMono: true,
    help: '*** stands for a stored secret.',
    when: { field: 'addressAs', is: [AS_TEXT] },
  },
  ...fieldsOfType(id).map((one) =>
    one.type !== 'group' && isPart(one) ? { ...one, when: { field: 'addressAs', is: [BY_PARTS] } } : one
  ),
]

const isNotification = (id: string) => notificationAddresses[id] !== undefined

const editing: FieldEditing = {
  question: 'Choose a connection type',
  types: connectionTypes
    .filter(({ isHidden }) => !isHidden)
    .map(({ id, label, group, icon, keywords = '' }) => ({ id, label, group, icon, keywords })),
  initial: (type) => ({ type, stored: null }),
  fields({ type, addressAs }) {
    const id = String(type)
    return [...nameFields, ...(isNotification(id) && addressAs === AS_TEXT ? addressFields(id) : fieldsOfType(id))]
  },
  trial: { call: 'connection.test', label: 'Test connection' },
}

export default editing
