/** The type name of the package's credential. */
export const credentialType = 'chainstackApi';
