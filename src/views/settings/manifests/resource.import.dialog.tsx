import { commandForm } from '../../shared/forms/command-form'
import { ImportPlan } from './import-plan'

/** The form of the import: the manifests, and what the import does with each of them. */
export default commandForm({
  title: () => 'Import manifests',
  description: () =>
    'Each manifest creates the resource with its kind, name and namespace, or changes it if it exists. Several manifests are separated by ---.',
  label: 'manifests',
  fields: [
    {
      // Not `code`, whose texts have one document.
      type: 'textarea',
      name: 'text',
      label: 'Manifests',
      isMono: true,
      isRequired: true,
    },
  ],
  values: (_data, { text }) => ({ text }),
  toArgs: ({ text }) => ({ text }),
  after: (_data, _known, { text }) => <ImportPlan text={typeof text === 'string' ? text : ''} />,
  submitLabel: 'Import',
  busyLabel: 'Importing…',
})
