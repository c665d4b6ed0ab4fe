import KubeconfigDialog from '../../src/views/account/kubeconfig/session.kubeconfig.dialog'
import type { Exhibit } from './exhibit'

export default {
  title: 'Kubeconfig',
  states: {},
  apart: {
    'Three steps': () => <KubeconfigDialog host="console.quillmoor.example" onClose={() => undefined} />,
  },
} satisfies Exhibit
