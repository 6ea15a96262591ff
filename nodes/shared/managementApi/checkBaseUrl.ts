/** How to go on when what was received is nothing the platform's API returns. */
export const CHECK_BASE_URL =
	"Check that 'Base URL' in the credential is the address of the API itself";
