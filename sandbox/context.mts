import type { Store } from './state.mts';

/** What the routes of one sandbox share. */
export interface SandboxContext {
	store: Store;
	/** The bearer key of the management API. */
	apiKey: string;
	/** Objects on a page of a core list. */
	pageSize: number;
	/** Address of the node endpoints, `http://127.0.0.1:RPCPORT`; known once their server listens. */
	rpcOrigin: () => string;
	/** Asks to be called at every reset, by those who remember more than the store. */
	onReset: (act: () => void) => void;
}
