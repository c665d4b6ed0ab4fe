export { AddComment as default } from './incident-forms'
