// Loaded once, although Vitest runs this file before each test file.
import './skippingClock.mts';
