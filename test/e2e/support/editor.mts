import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { findProgram } from '../../../scripts/lib/programs.mts';
import { world } from './world.mts';

const launchOptions = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** n8n's editor in a headless browser, described from the user's point of view. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
	) {}

	static async launch(): Promise<Editor> {
		const browser = await chromium.launch({
			executablePath: findProgram('CHROMIUM_PATH'),
			args: ['--headless', ...launchOptions],
		});
		const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
		const { cookie, browserId } = world.session;
		const [name, value] = cookie.split('=');
		await context.addCookies([{ name, value, url: world.n8n.url }]);
		// A session belongs to the browser that began it.
		await context.addInitScript((id) => localStorage.setItem('n8n-browserId', id), browserId);
		const page = await context.newPage();
		page.setDefaultTimeout(30_000);
		return new Editor(browser, page);
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** The element that is visible under one of n8n's own test IDs. */
	mark(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]:visible`);
	}

	/** Takes a picture for manual inspection. */
	async picture(name: string): Promise<void> {
		await this.page.screenshot({ path: join(world.screenshots, `${name}.png`) });
	}

	/** Opens a workflow, or something under it. */
	async open(path: string): Promise<void> {
		const url = `${world.n8n.url}/workflow/${path}`;
		// Loading the editor takes seconds; once it is there it follows its address.
		if (!this.page.url().startsWith(world.n8n.url)) {
			await this.page.goto(url);
			return;
		}
		const shown = await this.page.$('[data-test-id="canvas-node"]');
		await this.page.evaluate((to) => {
			history.pushState(null, '', to);
			dispatchEvent(new PopStateEvent('popstate', { state: null }));
		}, url);
		// Anything shown from here on belongs to the workflow that was asked for.
		await shown?.waitForElementState('hidden');
	}

	async openWorkflow(id: string): Promise<void> {
		await this.open(id);
		await this.mark('canvas-node').first().waitFor();
	}

	/** Opens the list of nodes after the last node and chooses an action of a node. */
	async addNode(node: string, action: string): Promise<void> {
		await this.mark('canvas-handle-plus-wrapper').first().locator('svg').first().click();
		await this.mark('node-creator-search-bar').fill(node);
		await this.mark('item-iterator-item').filter({ hasText: node }).first().click();
		await this.mark('item-iterator-item').filter({ hasText: action }).first().click();
		await this.mark('ndv').waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.mark('ndv').waitFor();
	}

	/** The names of the open node's fields from top to bottom. */
	async shownFields(): Promise<string[]> {
		const labels = await this.mark('node-parameters')
			.locator('[data-test-id="input-label"]:visible')
			.allInnerTexts();
		return labels.map((label) => label.split('\n')[0].trim());
	}

	/** The entries of a dropdown at this moment; nothing while it loads. `nth` selects among fields of the same name. */
	async offered(parameter: string, nth = 0): Promise<string[]> {
		await this.field(parameter, nth).click();
		const entries = this.page.locator('.el-select-dropdown__item:visible');
		await entries
			.first()
			.waitFor({ timeout: 3_000 })
			.catch(() => undefined);
		const texts = await entries.allInnerTexts();
		// Escape closes an open list, but would close the whole panel when no list is open.
		if (await this.page.locator('.el-select-dropdown:visible').count()) {
			await this.page.keyboard.press('Escape');
			await this.page.locator('.el-select-dropdown:visible').waitFor({ state: 'hidden' });
		}
		return texts.map((text) => text.split('\n')[0].trim());
	}

	/** Waits until a dropdown, which may still be loading, offers exactly these entries. */
	async expectOffered(parameter: string, entries: readonly string[], nth = 0): Promise<void> {
		await expect
			.poll(async () => await this.offered(parameter, nth), { timeout: 30_000, interval: 300 })
			.toEqual(entries);
	}

	async choose(parameter: string, entry: string, nth = 0): Promise<void> {
		await this.field(parameter, nth).click();
		const entries = this.page.locator('.el-select-dropdown__item:visible');
		await entries.filter({ hasText: entry }).first().click();
		await entries.first().waitFor({ state: 'hidden' });
	}

	/** Fills in a text. `nth` selects among fields of the same name. */
	async fill(parameter: string, text: string, nth = 0): Promise<void> {
		await this.field(parameter, nth).locator('input, textarea').first().fill(text);
	}

	/** Chooses the entry of a resource locator's list that shows a text. */
	async chooseFromList(locator: string, entry: string): Promise<void> {
		await this.mark(`resource-locator-${locator}`).locator('input').last().click();
		await this.mark('rlc-item').filter({ hasText: entry }).first().click();
	}

	/** Runs the open node and waits until its output panel shows a text. */
	async executeStep(shown: RegExp): Promise<void> {
		await this.mark('node-execute-button').click();
		const panel = this.mark('output-panel');
		await expect.poll(async () => await panel.innerText(), { timeout: 30_000 }).toMatch(shown);
	}

	async closeNode(): Promise<void> {
		await this.mark('ndv-close-button').click();
	}

	private field(parameter: string, nth: number): Locator {
		return this.mark(`parameter-input-${parameter}`).nth(nth);
	}
}

/** Opens an editor for the tests of a file; a test that fails leaves a picture. */
export function useEditor(): () => Editor {
	let editor: Editor | undefined;
	const opened = (): Editor => {
		if (editor === undefined) throw new Error('The editor is not open yet');
		return editor;
	};
	beforeAll(async () => {
		editor = await Editor.launch();
	});
	afterEach(async ({ task }) => {
		if (task.result?.state === 'fail') await opened().picture(`failed-${task.id}`);
	});
	afterAll(async () => {
		await editor?.close();
	});
	return opened;
}
