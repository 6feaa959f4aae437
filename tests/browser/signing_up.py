"""A new account, made by hand."""

from playwright.sync_api import Page

PASSWORD = "a long walk on Hoth"


def sign_up(page: Page, handle: str) -> None:
    """The page is at *You* afterwards."""
    page.goto("/sign-up")
    page.get_by_label("Handle").fill(handle)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/you")
