import type { BackendProduct } from './backend-probe'

const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * The answer to `whoami` for a backend that has no users. Without permissions, the console decides by the role:
 * canary-checker can only be read through the console, and a Mission Control without sign-in refuses nothing.
 */
export const describeAnonymous = (product: BackendProduct) => ({
  message: 'success',
  payload: {
    user: { id: NOBODY, name: 'Anonymous' },
    roles: [product === 'canary-checker' ? 'viewer' : 'admin'],
    permissions: [],
    hostname: '',
  },
})
